/** The axis of a chart that is still to come. */
export function ChartGround() {
  return (
    <div aria-hidden="true" className="absolute inset-x-0 top-2 bottom-6 flex flex-col justify-between pl-9">
      <span className="border-t border-line" />
      <span className="border-t border-line" />
      <span className="border-t border-line" />
    </div>
  );
}
