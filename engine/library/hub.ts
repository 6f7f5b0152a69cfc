/** Asks a hub which commit a revision is and which files it has. The only requests besides the files themselves. */
import { z } from 'zod';
import { PalimpsestError } from '../base/errors';
import { isWanted, type PublishedModel } from './catalogue';
import { BrokenConnection, get, type HttpAnswer, type HttpOptions, single, textOf } from './http';

export interface PlannedFile {
  readonly name: string;
  readonly bytes?: number | undefined;
  /** Of the content, where the hub states it (large files). */
  readonly sha256?: string | undefined;
  /** Id of the file as a git object, stated for small files. */
  readonly gitId?: string | undefined;
}

export interface ModelPlan {
  readonly repository: string;
  /** What the revision was when it was asked for. */
  readonly commit: string;
  readonly files: readonly PlannedFile[];
}

const answerSchema = z.object({
  id: z.string(),
  sha: z.string().regex(/^[0-9a-f]{40}$/),
  siblings: z.array(
    z.object({
      rfilename: z.string(),
      size: z.number().int().nonnegative().nullish(),
      blobId: z
        .string()
        .regex(/^[0-9a-f]{40}$/)
        .nullish(),
      lfs: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }).nullish(),
    }),
  ),
});

/** Throws `BrokenConnection`, or `network`, `not-found`, `unsupported` or `cancelled`, in words for a person. */
export async function askForPlan(
  model: PublishedModel,
  hub: string,
  options: HttpOptions,
): Promise<ModelPlan> {
  const { repository, revision } = model;
  const url = new URL(
    `${base(hub)}/api/models/${repository}/revision/${encodeURIComponent(revision)}?blobs=true`,
  );
  const answer = await get(url, { accept: 'application/json' }, options);
  if (answer.status !== 200) {
    answer.body.destroy();
    throw refusal(answer, url.host, repository);
  }
  const parsed = answerSchema.safeParse(asJson(await textOf(answer, url.host)));
  if (!parsed.success) {
    throw new PalimpsestError(
      'network',
      `${url.host} does not answer as a model hub does; perhaps a sign-in page of the network is in the way.`,
    );
  }
  const { id, sha, siblings } = parsed.data;
  // Whoever took over an old name must not be taken for the model that was asked for.
  if (id.toLowerCase() !== repository.toLowerCase()) {
    throw new PalimpsestError(
      'not-found',
      `The repository ${repository} is now called ${id}. If that is what you want: models add ${id}`,
    );
  }
  const files = siblings
    .filter(({ rfilename }) => isWanted(rfilename))
    .map(({ rfilename, size, blobId, lfs }): PlannedFile => {
      return {
        name: rfilename,
        ...(typeof size === 'number' && { bytes: size }),
        ...(lfs ? { sha256: lfs.sha256 } : blobId ? { gitId: blobId } : {}),
      };
    });
  return { repository, commit: sha, files };
}

export function fileUrl(hub: string, { repository, commit }: ModelPlan, file: string): URL {
  return new URL(`${base(hub)}/${repository}/resolve/${commit}/${encodeURIComponent(file)}`);
}

/** What a status means for a person. Throttling and faults of the server may pass: `BrokenConnection`. */
export function refusal({ status, headers, proxy }: HttpAnswer, asked: string, repository: string): Error {
  const host = proxy === undefined ? asked : `${asked} (or the proxy ${proxy} in its place)`;
  const said = single(headers['x-error-code']);
  if (status === 429 || status >= 500) {
    const after = Number(single(headers['retry-after']));
    const reason = status === 429 ? 'it wants fewer requests' : `it answers with status ${status}`;
    return new BrokenConnection(host, reason, false, Number.isFinite(after) ? after * 1000 : undefined);
  }
  if (status === 404 || said === 'RepoNotFound') {
    return new PalimpsestError(
      'not-found',
      `${host} has no repository ${repository}, or it is private; it may have been renamed or removed.`,
    );
  }
  if (status === 401 || status === 403) {
    return new PalimpsestError(
      'unsupported',
      `${host} gives ${repository} only to people who signed in${said === 'GatedRepo' ? ' and accepted its terms' : ''}. ` +
        'Download it in a browser, then: models add <folder>',
    );
  }
  return new PalimpsestError('network', `${host} answers with status ${status}.`);
}

export function noConnection({ host, reason, isUnreachable }: BrokenConnection): PalimpsestError {
  const message = isUnreachable
    ? `${host.replace(/^the /, 'The ')} cannot be reached; is this machine offline? Files from elsewhere can be added: models add <folder>`
    : `The connection to ${host} failed: ${reason}.`;
  return new PalimpsestError('network', message);
}

/** Throws `invalid-request` for what is no web address. */
export function base(hub: string): string {
  if (/^https?:\/\/[^/\s]+/.test(hub)) return hub.replace(/\/+$/, '');
  throw new PalimpsestError('invalid-request', `"${hub}" is not the address of a model hub.`);
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
