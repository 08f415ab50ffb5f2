const SECURITY_HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  {
    key: 'Content-Security-Policy',
    value: "frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'",
  },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
];

/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm run check` is the gate for types, tests included; a start must not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // Stray lock files in parent folders would otherwise be taken for the project's root.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
  headers: async () => [{ source: '/:path*', headers: SECURITY_HEADERS }],
  // Loaded from node_modules at run time: native addons and packages that read their own files.
  serverExternalPackages: ['@node-rs/argon2', 'pg', 'pg-boss', 'pino'],
};

export default config;
