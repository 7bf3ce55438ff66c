/** Media of the companies on a node: stored for other nodes, and asked of them while they have not stored all of theirs. */
import * as v from 'valibot'
import type { ObjectStore } from '../../fleet/commit-log'
import { type MediaStore, openMediaStore } from '../../fleet/media/media-store'
import type { UnstoredMedia } from '../../fleet/placement/lease'
import { addFileKeeper, readStoredName, type Sha256 } from '../../platform/files'
import type { Gate } from '../../platform/gate'
import type { Log } from '../../platform/log'
import { SECOND } from '../../platform/time'

export type FleetMediaDeps = {
  readonly objects: ObjectStore
  readonly fleetKey: Uint8Array
  readonly dataDir: string
  readonly gate: Gate
  readonly clock: () => number
  readonly logger: Log
  isHere(company: string): boolean
  /** Other nodes that live and have files which the object store lacks. */
  listKeepers(): readonly string[]
  askNode(node: string, question: MediaQuestion, within: number): Promise<unknown>
}

const MediaQuestion = v.object({ company: v.string(), file: v.string() })
export type MediaQuestion = v.InferOutput<typeof MediaQuestion>

export type FleetMedia = {
  readonly store: MediaStore
  /** For the lease: nothing when all is stored. */
  unstored(): { readonly unstored?: UnstoredMedia }
  /** Brings files that this disk lacks. */
  bringFiles(company: string, files: readonly string[]): Promise<void>
  /** What another node asks: to store a file now. Whether it is stored. */
  answer(question: unknown): Promise<boolean>
  close(): Promise<void>
}

const ASK_WITHIN = 30 * SECOND

export async function openFleetMedia(deps: FleetMediaDeps): Promise<FleetMedia> {
  const { logger, listKeepers, askNode } = deps
  const ask = (node: string, company: string, file: Sha256): Promise<boolean> =>
    askNode(node, { company, file }, ASK_WITHIN).then(
      (isStored) => isStored === true,
      (error: unknown) => {
        logger.warn({ err: error, node, tenant: company }, 'another node could not be asked for a file')
        return false
      },
    )
  const store = await openMediaStore({
    ...deps,
    now: deps.clock,
    failed: (what, company, error) =>
      logger.warn({ err: error, tenant: company, what }, 'media of the fleet: a try failed'),
    async askOthers(company, sha256) {
      const asked = await Promise.all(listKeepers().map((node) => ask(node, company, sha256)))
      return asked.includes(true)
    },
  })
  const leave = addFileKeeper(store.keeper)
  return {
    store,
    unstored() {
      const left = store.left()
      return left.files > 0 ? { unstored: left } : {}
    },
    async bringFiles(company, files) {
      await store.bring(
        company,
        files.flatMap((name) => readStoredName(name) ?? []),
      )
    },
    async answer(question) {
      const asked = v.safeParse(MediaQuestion, question)
      const sha256 = asked.success && readStoredName(asked.output.file)
      return sha256 ? store.storeNow(asked.output.company, sha256) : false
    },
    async close() {
      await store.stop()
      leave()
    },
  }
}
