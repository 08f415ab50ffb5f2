import type { Tx } from '#/lib/db/client.ts';
import type { Prisma } from '#/lib/db/generated/client.ts';
import { factsFrom, storedFacts } from '#/lib/tracking/corrections/stored-facts.ts';
import type { Proposal, ProposalStatus } from '#/lib/tracking/proposals/proposal.ts';

type Reader = Pick<Tx, 'correctionProposal'>;
export type ProposalFilter = {
  workspaceId: string;
  userId?: string | undefined;
  timerId?: string | undefined;
  status?: ProposalStatus | undefined;
};
type Page = { limit: number; before: { createdAt: Date; id: string } | null };

export async function insertProposal(tx: Tx, { change, before, after, ...proposal }: Proposal): Promise<void> {
  await tx.correctionProposal.create({
    data: {
      ...proposal,
      change: change as Prisma.InputJsonValue,
      before: storedFacts(before),
      after: storedFacts(after),
    },
    select: { id: true },
  });
}

export async function findProposal(tx: Reader, workspaceId: string, id: string): Promise<Proposal | null> {
  const row = await tx.correctionProposal.findFirst({ where: { id, workspaceId } });
  return row && proposalOf(row);
}

/** The undecided ones of a member or about a timer. */
export async function listOpenProposals(
  tx: Reader,
  of: { workspaceId: string; userId: string } | { timerId: string },
): Promise<Proposal[]> {
  const rows = await tx.correctionProposal.findMany({ where: { ...of, status: 'open' }, orderBy: { id: 'asc' } });
  return rows.map(proposalOf);
}

/** Newest first. */
export async function listProposalRows(
  tx: Reader,
  filter: ProposalFilter,
  { limit, before }: Page,
): Promise<Proposal[]> {
  const { workspaceId, userId, timerId, status } = filter;
  const rows = await tx.correctionProposal.findMany({
    where: {
      workspaceId,
      ...(userId && { userId }),
      ...(timerId && { timerId }),
      ...(status && { status }),
      ...(before && {
        OR: [{ createdAt: { lt: before.createdAt } }, { createdAt: before.createdAt, id: { lt: before.id } }],
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return rows.map(proposalOf);
}

/** Writes how it was closed; false when it was already closed. */
export async function closeProposal(tx: Tx, proposal: Proposal): Promise<boolean> {
  const { id, status, decidedAt, decidedBy, note, correctionId } = proposal;
  const { count } = await tx.correctionProposal.updateMany({
    where: { id, status: 'open' },
    data: { status, decidedAt, decidedBy, note, correctionId },
  });
  return count === 1;
}

type Row = Omit<Proposal, 'change' | 'before' | 'after' | 'status'> & {
  change: unknown;
  before: unknown;
  after: unknown;
  status: string;
};

function proposalOf(row: Row): Proposal {
  return {
    ...row,
    change: row.change as Proposal['change'],
    before: factsFrom(row.before),
    after: factsFrom(row.after),
    status: row.status as ProposalStatus,
  };
}
