import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import type { App } from '@supabase/lite';
import { z } from 'zod';
import type { Sql } from '../database/database.ts';
import { OWN_FOLDER } from '../platform/own-modes.ts';
import { writeWhole } from '../platform/write-whole.ts';
import { aboutFile } from './disk-problems.ts';
import { databaseError } from '../database/database-error.ts';
import { noteStatementError } from '../database/outages.ts';
import { noteDatabaseError } from '../database/request-errors.ts';

type Adapter = NonNullable<App['_storageAdapter']>;
type Body = Parameters<Adapter['uploadObject']>[3];
type Metadata = Awaited<ReturnType<Adapter['headObject']>>;

const storedSchema = z.object({ mimetype: z.string(), cacheControl: z.string(), eTag: z.string() });

/**
 * Objects of the storage API as files below `folder`. The name of a file is a hash of bucket and key, so that a key
 * cannot leave the folder, collide on a case-insensitive file system, or be too long. Files are written atomically.
 * Content type and caching are in the object's row in the database.
 */
export class StorageFiles implements Adapter {
  readonly driver = null;
  readonly #folder: string;
  readonly #sql: Sql;
  readonly #removals = new AsyncLocalStorage<true>();

  constructor(folder: string, sql: Sql) {
    this.#folder = folder;
    this.#sql = sql;
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: Body,
    contentType: string,
    cacheControl: string,
  ): Promise<Metadata> {
    const { size, hash, lastModified } = await told(this.#write(this.#path(bucket, key), body));
    return {
      cacheControl: maxAge(cacheControl),
      contentLength: size,
      size,
      mimetype: contentType,
      eTag: `"${hash}"`,
      lastModified,
      httpStatusCode: 200,
    };
  }

  async getObject(bucket: string, key: string): ReturnType<Adapter['getObject']> {
    const metadata = await this.headObject(bucket, key);
    return { metadata, httpStatusCode: 200, body: ReadableStream.from(bytesOf(this.#path(bucket, key))) };
  }

  async headObject(bucket: string, key: string): Promise<Metadata> {
    const [row] = await this.#sql<{ metadata: unknown }>(
      'select metadata from storage.objects where bucket_id = $1 and name = $2',
      [bucket, key],
    );
    const stored = storedSchema.parse(row?.metadata);
    const { size, mtime } = await told(stat(this.#path(bucket, key)));
    return { ...stored, contentLength: size, size, lastModified: mtime, httpStatusCode: 200 };
  }

  async copyObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    toBucket: string,
    toKey: string,
  ): ReturnType<Adapter['copyObject']> {
    const target = this.#path(toBucket, toKey);
    await mkdir(dirname(target), { recursive: true, mode: OWN_FOLDER });
    await told(writeWhole(target, bytesOf(this.#path(bucket, key))));
    const [row] = await this.#sql<{ metadata: unknown }>(
      'select metadata from storage.objects where bucket_id = $1 and name = $2',
      [bucket, key],
    );
    return {
      httpStatusCode: 200,
      eTag: storedSchema.parse(row?.metadata).eTag,
      lastModified: (await stat(target)).mtime,
    };
  }

  /**
   * Runs a request that removes objects. The storage server asks for the rights, removes the file, then its row: a row
   * that the database has come to keep in the meantime would be left without its file.
   */
  removing<R>(work: () => Promise<R>): Promise<R> {
    return this.#removals.run(true, work);
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    if (this.#removals.getStore()) {
      await this.#sql('delete from storage.objects where bucket_id = $1 and name = $2', [bucket, key]);
      if (await this.#isNamed(bucket, key)) {
        const kept = databaseError('42501', 'The object is in use');
        noteDatabaseError(kept);
        throw kept;
      }
    }
    await rm(this.#path(bucket, key), { force: true });
  }

  /** Removes a file whose object the database refused. */
  async dropUnnamed(bucket: string, key: string): Promise<void> {
    if (!(await this.#isNamed(bucket, key))) await this.deleteObject(bucket, key);
  }

  async #isNamed(bucket: string, key: string): Promise<boolean> {
    const rows = await this.#sql('select 1 from storage.objects where bucket_id = $1 and name = $2', [bucket, key]);
    return rows.length > 0;
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.deleteObject(bucket, key)));
  }

  /** The address of the original for an image transformer, which does not exist here. */
  privateAssetUrl(): Promise<string> {
    return Promise.reject(new Error('Stored files have no address of their own'));
  }

  #path(bucket: string, key: string): string {
    const name = createHash('sha256').update(`${bucket}\n${key}`).digest('hex');
    return join(this.#folder, name.slice(0, 2), name);
  }

  async #write(path: string, body: Body): Promise<{ size: number; hash: string; lastModified: Date }> {
    await mkdir(dirname(path), { recursive: true, mode: OWN_FOLDER });
    const hash = createHash('sha256');
    let size = 0;
    async function* counted() {
      for await (const chunk of chunks(body)) {
        hash.update(chunk);
        size += chunk.byteLength;
        yield chunk;
      }
    }
    await writeWhole(path, counted());
    return { size, hash: hash.digest('hex').slice(0, 32), lastModified: (await stat(path)).mtime };
  }
}

/** Runs file work; its errors are converted so that they do not reveal file names. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const problem = aboutFile(error);
    noteDatabaseError(problem);
    noteStatementError(problem);
    throw problem;
  }
}

async function* chunks(body: Body): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) {
    yield body;
    return;
  }
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (!(value instanceof Uint8Array)) throw new TypeError('Expected bytes');
    yield value;
  }
}

/** Opens the file with the first read: whoever drops the body unread, as the answer to HEAD does, leaves no file open. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

/** The storage client sends a bare number of seconds in forms, and `max-age=…` elsewhere. */
function maxAge(cacheControl: string): string {
  return /^\d+$/.test(cacheControl) ? `max-age=${cacheControl}` : cacheControl;
}
