import recorded from '#/lib/api/openapi/response-examples.json' with { type: 'json' };

// Real responses, recorded from the scenarios of test/contract. A test names those that no longer fit
// (completeness.test.ts), and `npm run prove -- proofs response-examples` records them again.

const RESPONSES: Readonly<Record<string, unknown>> = recorded.responses;
const PROBLEMS: Readonly<Record<string, unknown>> = recorded.problems;

/** The example of each code that was recorded, as components. */
export function problemExamples(): Record<string, object> {
  return Object.fromEntries(Object.entries(PROBLEMS).map(([code, value]) => [code, { value }]));
}

/** References to the examples of these codes. */
export function examplesFor(codes: readonly string[]): Record<string, object> {
  const known = codes.filter((code) => code in PROBLEMS);
  return Object.fromEntries(known.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
}

type Paths = Record<string, Record<string, object>>;
type Responses = Record<string, { content?: Record<string, object> }>;

/** These operations with the example that was recorded of each response. */
export function withResponseExamples(paths: Paths): Paths {
  return mapped(paths, (methods) =>
    mapped(methods, (operation) => {
      const { operationId, responses } = operation as { operationId: string; responses: Responses };
      return {
        ...operation,
        responses: mapped(responses, (response, status) => exampled(operationId, status, response)),
      };
    }),
  );
}

function exampled(operationId: string, status: string, response: Responses[string]) {
  if (!response.content) return response;
  const content = mapped(response.content, (media, type) => {
    const example = RESPONSES[`${operationId} ${status} ${type}`];
    return example === undefined ? media : { ...media, example };
  });
  return { ...response, content };
}

function mapped<From, To>(object: Record<string, From>, change: (value: From, name: string) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}
