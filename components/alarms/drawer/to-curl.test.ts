import { describe, expect, it } from 'vitest';
import { toCurl } from '#/components/alarms/drawer/to-curl.ts';

describe('a cURL call', () => {
  it('has each part on a separate line', () => {
    const call = toCurl({
      method: 'PUT',
      url: 'https://a.dev/x?y=1&z=2',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(call.split('\n')).toEqual([
      "curl -X PUT 'https://a.dev/x?y=1&z=2' \\",
      "  -H 'content-type: application/json' \\",
      `  --data-raw '{"a":1}'`,
    ]);
  });

  it('keeps quotes in the data from ending it', () => {
    const call = toCurl({ method: 'POST', url: 'https://a.dev', headers: {}, body: `{"a":"it's $HOME"}` });
    expect(call).toContain(`--data-raw '{"a":"it'\\''s $HOME"}'`);
  });

  it('decodes bytes before it sends them', () => {
    const call = { method: 'POST', url: 'https://a.dev', headers: {}, body: 'AP+A', isBase64: true };
    expect(toCurl(call).split('\n')).toEqual([
      `printf %s 'AP+A' | base64 -d | curl -X POST 'https://a.dev' \\`,
      '  --data-binary @-',
    ]);
  });

  it('sends no body if there is none', () => {
    expect(toCurl({ method: 'GET', url: 'https://a.dev', headers: {}, body: null })).toBe(
      "curl -X GET 'https://a.dev'",
    );
  });
});
