import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const PACKAGE = path.join(import.meta.dirname, '../packages/client');
const DIST = path.join(PACKAGE, 'dist');
/** Its text is what the program puts there, or the error that ended it. */
const PAGE = `<!doctype html>
<title>A page of another site</title>
<pre></pre>
<script>
  window.onerror = (message) => {
    document.querySelector('pre').textContent = message;
  };
</script>
<script type="module" src="/page.js"></script>`;

/** A site of an integrator that serves the built client package, and a page that runs this program, an ES module. */
export async function openClientSite(program: string) {
  buildPackage();
  const server = createServer(({ url = '/' }, response) => {
    const send = (type: string, text: string) => response.writeHead(200, { 'Content-Type': type }).end(text);
    const file = /^\/dist\/([\w/-]+\.js)$/.exec(url)?.[1];
    if (url === '/') send('text/html; charset=utf-8', PAGE);
    else if (url === '/page.js') send('text/javascript', program);
    else if (file) send('text/javascript', readFileSync(path.join(DIST, file), 'utf8'));
    else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** As `npm pack` does; its tests have just done so when all of `npm test` runs. */
function buildPackage(): void {
  const built = statSync(path.join(DIST, 'index.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const generated = path.join(PACKAGE, 'generated');
  const sources = [
    ...readdirSync(PACKAGE).map((name) => path.join(PACKAGE, name)),
    ...readdirSync(generated, { recursive: true, encoding: 'utf8' }).map((name) => path.join(generated, name)),
  ].filter((file) => /\.(ts|mjs|json)$/.test(file));
  if (sources.every((file) => statSync(file).mtimeMs < built)) return;
  execFileSync(process.execPath, [path.join(PACKAGE, 'build.mjs')]);
}
