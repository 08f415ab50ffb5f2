import type { TxCtx } from '#/lib/context/context.ts';
import type { Import, ImportRow } from '#/lib/tracking/imports/import.ts';
import { findKnownNames } from '#/lib/tracking/imports/known-names-query.ts';
import { resolveProject } from '#/lib/tracking/projects/resolve-project.ts';
import { resolveTicket } from '#/lib/tracking/tickets/resolve-ticket.ts';

type Ref = { id: string };
type Subject = { ticket: (Ref & { title: string }) | null; project: Ref | null };

/** The tickets and projects of rows, each looked up, or created, once. */
export class Subjects {
  readonly created: Import['created'];
  readonly #ctx: TxCtx;
  readonly #createTickets: boolean;
  readonly #known: { projects: ReadonlySet<string>; tickets: ReadonlySet<string> };
  readonly #found = new Map<string, Subject>();
  readonly #createdBefore: number;

  static async load(ctx: TxCtx, one: Import, rows: readonly ImportRow[]): Promise<Subjects> {
    const projects = rows.flatMap(({ project }) => project ?? []);
    const tickets = rows.flatMap(({ ticketKey }) => ticketKey ?? []);
    return new Subjects(ctx, one, await findKnownNames(ctx.tx, one.workspaceId, { projects, tickets }));
  }

  private constructor(
    ctx: TxCtx,
    { created, mapping }: Import,
    known: { projects: ReadonlySet<string>; tickets: ReadonlySet<string> },
  ) {
    this.#ctx = ctx;
    this.#createTickets = mapping.createTickets;
    this.#known = known;
    this.created = { projects: [...created.projects], tickets: [...created.tickets] };
    this.#createdBefore = created.projects.length + created.tickets.length;
  }

  hasCreated(): boolean {
    return this.created.projects.length + this.created.tickets.length > this.#createdBefore;
  }

  async resolve(row: ImportRow): Promise<Subject> {
    const key = JSON.stringify([row.project?.toLowerCase(), row.ticketKey?.toUpperCase()]);
    const found = this.#found.get(key) ?? (await this.#lookUp(row));
    this.#found.set(key, found);
    return found;
  }

  async #lookUp({ project: name, ticketKey: key, title }: ImportRow): Promise<Subject> {
    const project = await resolveProject(this.#ctx, { name, isForeign: true });
    if (project && name && !this.#known.projects.has(name.toLowerCase())) this.#recordCreated('projects', project.id);
    const isKnown = key !== null && this.#known.tickets.has(key.toUpperCase());
    if (!key || !(isKnown || this.#createTickets)) return { ticket: null, project };
    const ticket = await resolveTicket(this.#ctx, { key, create: { title, project }, isForeign: true });
    if (ticket && !isKnown) this.#recordCreated('tickets', ticket.id);
    return { ticket, project: project ?? ticket?.project ?? null };
  }

  #recordCreated(kind: keyof Import['created'], id: string): void {
    if (!this.created[kind].includes(id)) this.created[kind].push(id);
  }
}
