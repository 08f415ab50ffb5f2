/** The same whether a link never existed, has expired or was revoked. */
export default function LinkOver() {
  return (
    <div className="grid max-w-[420px] gap-2">
      <h1 className="text-xl font-semibold">This link doesn’t work</h1>
      <p className="text-text-2">It may have expired or been revoked. Ask whoever sent it for a new one.</p>
    </div>
  );
}
