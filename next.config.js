// Of files of the build; pages get theirs from proxy.ts, the API from lib/api/app.ts.
const FILE_HEADERS = [{ key: 'X-Content-Type-Options', value: 'nosniff' }];

/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm run check` is the gate for types, tests included; a start must not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // Stray lock files in parent folders would otherwise be taken for the project's root.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
  experimental: {
    // Pages that were fetched ahead are shown at once for this long: what is on them is asked for again then (broughtData).
    staleTimes: { static: 30 * 60 },
    // Nobody downloads it: a build takes a quarter less work, and errors in logs have the names of the source.
    serverMinification: false,
  },
  headers: async () => [{ source: '/:path*', headers: FILE_HEADERS }],
  // Loaded from node_modules at run time: native addons and packages that read their own files.
  serverExternalPackages: ['@node-rs/argon2', 'pdfkit', 'pg', 'pg-boss', 'pino', 'subset-font'],
};

export default config;
