import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect the whole heap of this process less often: marking it takes 100 ms on all cores, during which
 * requests wait (docs/decisions/0059). Both flags are read at each collection, so they can be set while V8 runs. They
 * don't change the limit of the heap.
 */
export function collectHeapRarely(): void {
  // Grow to three times what is in use. V8 alone grows by as little as a third, since it accepts 3 % of time for collection.
  setFlagsFromString('--heap-growing-percent=200');
  // Objects of kinds that survived before would be allocated in the old generation, and keep alive all they refer to.
  setFlagsFromString('--no-allocation-site-pretenuring');
}
