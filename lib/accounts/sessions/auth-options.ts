import type { AuthOptions, LoggerInstance } from 'next-auth';
import CredentialsProvider from 'next-auth/providers/credentials';
import GithubProvider from 'next-auth/providers/github';
import { signInWithProvider } from '#/lib/accounts/oauth-accounts/sign-in-with-provider.ts';
import { actorOfSession } from '#/lib/accounts/sessions/authenticate-session.ts';
import { clientAddress } from '#/lib/accounts/sessions/client-address.ts';
import { endSession } from '#/lib/accounts/sessions/end-session.ts';
import { type SessionToken, sessionToken, signInInput } from '#/lib/accounts/sessions/session-schemas.ts';
import { signIn } from '#/lib/accounts/sessions/sign-in.ts';
import { signInErrorPath } from '#/lib/accounts/sessions/sign-in-problem.ts';
import { startSession } from '#/lib/accounts/sessions/start-session.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';
import { DAY_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { env } from '#/lib/core/env.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { log } from '#/lib/core/log.ts';

/**
 * next-auth for one request: it verifies who signs in and manages the cookie; the session itself is our row. The
 * cookie's token contains its id (`sid`, `uid`) and nothing else. Created per request, since the providers need its
 * headers.
 * next-auth drops an error of its sign-out event, deletes the cookie and reports success; so it is reported here.
 */
export function authOptions(headers: Headers, onSignOutFailed: (error: unknown) => void): AuthOptions {
  const { APP_URL, AUTH_SECRET, SESSION_DAYS } = env();
  const maxAge = (SESSION_DAYS * DAY_MS) / SECOND_MS;
  const started: { token: SessionToken | null } = { token: null };
  return {
    secret: AUTH_SECRET,
    useSecureCookies: APP_URL.startsWith('https:'),
    session: { strategy: 'jwt', maxAge },
    jwt: { maxAge },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/' },
    providers: [passwordProvider(headers), ...githubProvider()],
    callbacks: {
      async signIn({ user, account, credentials }) {
        const isGithub = account?.provider === 'github';
        try {
          const userId = isGithub
            ? await githubUserId(account.providerAccountId, user, clientAddress(headers))
            : user.id;
          started.token = await startSession(defaultSystem(), {
            userId,
            device: deviceOf(headers),
            days: SESSION_DAYS,
            invitation: signInInput.shape.invitation.parse(credentials?.invitation),
          });
          return true;
        } catch (error) {
          if (isGithub && isAppError(error)) return signInErrorPath(error);
          throw withMessage(error);
        }
      },
      async jwt({ token }) {
        if (started.token) return { ...started.token };
        const { sid, uid } = sessionToken.parse(token);
        if (!(await actorOfSession(defaultSystem(), { sid, uid }))) throw new Error('The session is over.');
        return { sid, uid };
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      async signOut({ token }) {
        const known = sessionToken.safeParse(token);
        if (known.success) await endSession(defaultSystem(), known.data).catch(onSignOutFailed);
      },
    },
    logger: LOGGER,
  };
}

function deviceOf(headers: Headers) {
  return { userAgent: headers.get('user-agent'), address: clientAddress(headers) };
}

function passwordProvider(headers: Headers) {
  return CredentialsProvider({
    credentials: { email: {}, password: {}, invitation: {} },
    async authorize(credentials) {
      const input = signInInput.safeParse(credentials);
      if (!input.success) return null;
      try {
        const { userId } = await signIn(defaultSystem(), { ...input.data, address: clientAddress(headers) });
        return { id: userId };
      } catch (error) {
        throw withMessage(error);
      }
    },
  });
}

/** Only when both of its settings are present; `env` rejects one without the other. */
function githubProvider() {
  const { GITHUB_ID, GITHUB_SECRET } = env();
  return GITHUB_ID && GITHUB_SECRET ? [GithubProvider({ clientId: GITHUB_ID, clientSecret: GITHUB_SECRET })] : [];
}

async function githubUserId(
  providerAccountId: string,
  profile: { email?: string | null; name?: string | null },
  address: string | null,
): Promise<string> {
  const { userId } = await signInWithProvider(defaultSystem(), {
    provider: 'github',
    providerAccountId,
    email: profile.email ?? null,
    name: profile.name ?? null,
    address,
  });
  return userId;
}

/** next-auth shows an error's message in the form, so it must be readable and reveal no internals. */
function withMessage(error: unknown): Error {
  if (isAppError(error)) return new Error(error.detail);
  log.error({ err: error }, 'sign-in failed');
  return new Error('The server couldn’t sign you in. Try again in a moment.');
}

const LOGGER: Partial<LoggerInstance> = {
  error(code, metadata) {
    // A cookie of an ended session or an old secret: common, and fixed by signing in.
    const level = code === 'JWT_SESSION_ERROR' ? 'debug' : 'error';
    log[level]({ code, err: metadata instanceof Error ? metadata : metadata.error }, 'next-auth');
  },
  warn: (code) => log.warn({ code }, 'next-auth'),
};
