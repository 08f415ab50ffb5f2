import { describe, expect, test, vi } from 'vitest';
import { DEADLINE_MS, SHARE } from '#/lib/webhooks/sending/name-resolver.ts';
import { nameServerSaying } from '#/test/webhooks/name-server.ts';

const waiting = () => new AbortController().signal;
const caller = (tenant = 'acme') => ({ tenant, signal: waiting() });
const found = (address: string) => [{ address, family: address.includes(':') ? 6 : 4 }];

describe('a workspace whose names are never resolved', () => {
  test('uses only its own share of queries, and another’s are answered', async () => {
    const names = await nameServerSaying(({ name }) =>
      name.startsWith('slow') ? 'nothing' : { addresses: ['8.8.8.8'] },
    );
    const stop = new AbortController();
    const slow = Array.from({ length: 100 }, (_, n) =>
      names.resolve(`slow-${n}.example`, { tenant: 'slow', signal: stop.signal }),
    );
    const slowEnds = Promise.allSettled(slow);
    await names.receives(SHARE);
    for (let n = 0; n < 40; n++) {
      expect(await names.resolve(`quick-${n}.example`, caller('quick'))).toEqual(found('8.8.8.8'));
    }
    expect(new Set(names.lookups().filter((name) => name.startsWith('slow'))).size).toBe(SHARE);
    stop.abort();
    expect((await slowEnds).every(({ status }) => status === 'rejected')).toBe(true);
  });

  test('gets errors after five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const names = await nameServerSaying(() => 'nothing');
    const slow = names.resolve('slow.example', caller());
    const outcome = expect(slow).rejects.toMatchObject({ code: 'ETIMEOUT' });
    await names.receives(1);
    vi.advanceTimersByTime(DEADLINE_MS);
    vi.useRealTimers();
    await outcome;
  });

  test('frees the slot of a name that no caller waits for anymore', async () => {
    const names = await nameServerSaying(({ name }) =>
      name === 'good.example' ? { addresses: ['8.8.8.8'] } : 'nothing',
    );
    const stop = new AbortController();
    const slow = Array.from({ length: SHARE }, (_, n) =>
      names.resolve(`slow-${n}.example`, { tenant: 'acme', signal: stop.signal }),
    );
    const slowEnds = Promise.allSettled(slow);
    await names.receives(SHARE);
    const next = names.resolve('good.example', caller());
    stop.abort();
    await slowEnds;
    expect(await next).toEqual(found('8.8.8.8'));
  });
});

describe('a lookup', () => {
  test('is sent once for all concurrent callers of a workspace, and is canceled when the last one leaves', async () => {
    let isSilent = true;
    const names = await nameServerSaying(() => (isSilent ? 'nothing' : { addresses: ['8.8.8.8'] }));
    const [one, two] = [new AbortController(), new AbortController()];
    const ends = [one, two].map(({ signal }) =>
      expect(names.resolve('one.example', { tenant: 'acme', signal })).rejects.toThrow('Gone'),
    );
    await names.receives(1);
    one.abort(new Error('Gone'));
    await ends[0];
    expect(new Set(names.lookups())).toEqual(new Set(['one.example']));
    two.abort(new Error('Gone'));
    await ends[1];
    isSilent = false;
    expect(await names.resolve('one.example', caller())).toEqual(found('8.8.8.8'));
  });

  test('of one workspace does not wait for the same lookup of another', async () => {
    let times = 0;
    const names = await nameServerSaying(({ type }) => {
      if (type === 1) times += 1;
      return times === 1 ? 'nothing' : { addresses: ['8.8.8.8'] };
    });
    const stop = new AbortController();
    const first = names.resolve('one.example', { tenant: 'first', signal: stop.signal });
    const firstEnds = expect(first).rejects.toBeDefined();
    await names.receives(1);
    expect(await names.resolve('one.example', caller('second'))).toEqual(found('8.8.8.8'));
    stop.abort();
    await firstEnds;
  });

  test.each([
    ['there is no such name', 3, 'ENOTFOUND'],
    ['the name server fails', 2, 'ESERVFAIL'],
    ['the name server rejects', 5, 'EREFUSED'],
  ])('fails when %s', async (_why, code, reply) => {
    const names = await nameServerSaying(() => ({ code }));
    await expect(names.resolve('one.example', caller())).rejects.toMatchObject({ code: reply });
  });

  test('fails when the name has no address', async () => {
    const names = await nameServerSaying(() => ({ addresses: [] }));
    await expect(names.resolve('one.example', caller())).rejects.toMatchObject({ code: 'ENODATA' });
  });
});

describe('an answer', () => {
  test('is cached for its time to live', async () => {
    let nowMs = 0;
    let address = '8.8.8.8';
    const names = await nameServerSaying(() => ({ addresses: [address], ttl: 7 }), { monotonic: () => nowMs });
    expect(await names.resolve('one.example', caller())).toEqual(found('8.8.8.8'));
    address = '9.9.9.9';
    nowMs = 6_999;
    expect(await names.resolve('ONE.example', caller('other'))).toEqual(found('8.8.8.8'));
    nowMs = 7_000;
    expect(await names.resolve('one.example', caller())).toEqual(found('9.9.9.9'));
    expect(names.lookups()).toHaveLength(2);
  });

  test('is cached for a minute at most, and not at all with a time to live of zero', async () => {
    let nowMs = 0;
    const names = await nameServerSaying(
      ({ name }) => ({ addresses: ['8.8.8.8'], ttl: name === 'long.example' ? 86_400 : 0 }),
      { monotonic: () => nowMs },
    );
    for (const name of ['long.example', 'long.example', 'none.example', 'none.example']) {
      await names.resolve(name, caller());
    }
    nowMs = 60_000;
    await names.resolve('long.example', caller());
    expect(names.lookups()).toEqual(['long.example', 'none.example', 'none.example', 'long.example']);
  });

  test('with many addresses is returned whole and not cached', async () => {
    const addresses = Array.from({ length: 25 }, (_, n) => [`8.8.8.${n}`, `2606:4700::${n + 1}`]).flat();
    const names = await nameServerSaying(() => ({ addresses, ttl: 60 }));
    for (let time = 0; time < 2; time++) {
      const all = (await names.resolve('many.example', caller())).map(({ address }) => address);
      expect(all.toSorted()).toEqual(addresses.toSorted());
    }
    expect(names.lookups()).toHaveLength(2);
  });

  test('has both IPv4 and IPv6 addresses, or one kind when the other can’t be resolved', async () => {
    const both = await nameServerSaying(() => ({ addresses: ['8.8.8.8', '2606:4700::1'] }));
    const all = await both.resolve('one.example', caller());
    expect(new Set(all)).toEqual(new Set([...found('8.8.8.8'), ...found('2606:4700::1')]));
    const half = await nameServerSaying(({ type }) => (type === 1 ? { addresses: ['8.8.8.8'] } : { code: 2 }));
    expect(await half.resolve('one.example', caller())).toEqual(found('8.8.8.8'));
  });
});

describe('this machine’s own settings', () => {
  const hosts = new Map([['db.internal', found('10.0.0.7')]]);

  test('include the hosts file, whose names are not queried', async () => {
    const names = await nameServerSaying(() => null, { settings: { hosts, search: [], ndots: 1 } });
    for (const name of ['db.internal', 'DB.internal', 'db.internal.']) {
      expect(await names.resolve(name, caller())).toEqual(found('10.0.0.7'));
    }
    expect(names.lookups()).toEqual([]);
  });

  test.each([
    ['web', 1, ['web.a.test', 'web.b.test']],
    ['web.team', 1, ['web.team', 'web.team.a.test', 'web.team.b.test']],
    ['web.team', 5, ['web.team.a.test', 'web.team.b.test']],
    ['web.team.', 5, ['web.team']],
  ])('determine in which domains %s is searched when ndots is %i', async (name, ndots, lookups) => {
    const settings = { hosts: new Map(), search: ['a.test', 'b.test'], ndots };
    const last = lookups.at(-1);
    const names = await nameServerSaying((one) => (one.name === last ? { addresses: ['8.8.8.8'] } : null), {
      settings,
    });
    expect(await names.resolve(name, caller())).toEqual(found('8.8.8.8'));
    expect(names.lookups()).toEqual(lookups);
  });

  test('continue with the next name after a domain whose servers fail, reported if no name is found', async () => {
    const settings = { hosts: new Map(), search: ['broken.test', 'b.test'], ndots: 5 };
    const names = await nameServerSaying(
      ({ name }) => {
        if (name.endsWith('.broken.test')) return { code: 2 };
        return name === 'hooks.acme.test' ? { addresses: ['8.8.8.8'] } : { code: 3 };
      },
      { settings },
    );
    expect(await names.resolve('hooks.acme.test', caller())).toEqual(found('8.8.8.8'));
    await expect(names.resolve('gone.acme.test', caller())).rejects.toMatchObject({ code: 'ESERVFAIL' });
  });
});
