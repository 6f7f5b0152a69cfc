/** Jobs of a project, with the pages of their accounts where those have the form known here. */
import type { RequestResult } from '../../../engine/protocol/requests';

export type PastJob = Pick<RequestResult<'jobs'>[number], 'id' | 'state' | 'createdAt'> & {
  readonly pages?: { readonly total: number; readonly done: number; readonly failed: number };
};

export function pastJobs(jobs: RequestResult<'jobs'>): readonly PastJob[] {
  return jobs.map(({ id, state, createdAt, account }) => {
    const pages = partOf(partOf(account, 'total'), 'pages');
    const count = (name: string): number => Number(partOf(pages, name) ?? Number.NaN);
    const total = count('total') - count('notAsked');
    if (Number.isNaN(total)) return { id, state, createdAt };
    return { id, state, createdAt, pages: { total, done: count('done'), failed: count('failed') } };
  });
}

function partOf(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}
