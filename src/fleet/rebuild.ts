/** Builds a company's databases on a disk that has none: the newest snapshot that can be read, and the records after it. */
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { anchor, BrokenChain, follow, isComplete, type Link } from './chain'
import { Copies, type CopyState } from './copies'
import { flushFolder } from './durable'
import { Follower, type FollowerDeps } from './follower'
import { BadRecord, readSnapshot, type SnapshotBody, stateOf } from './records'
import { putAside } from './set-aside'
import { downloadFile } from './snapshot'

type Candidate = { readonly link: Link; readonly body: SnapshotBody }

/** The chain has no snapshot that can be read and is followed by all records since. */
export class NoSnapshot extends Error {}

/** Replaces what the folder has, which is put aside. Returns a follower that has applied all that the log has now. */
export async function rebuild(deps: FollowerDeps): Promise<Follower> {
  const { company, folder } = deps
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { links, candidates } = await readChain(deps)
  const faults: string[] = []
  for (const candidate of candidates.toReversed()) {
    const start = startOf(candidate, links)
    if (!start) {
      faults.push(`the record that snapshot ${candidate.link.seq} ends with is not in the log`)
      continue
    }
    try {
      await download(deps, candidate, start)
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error
      faults.push(error.message)
      continue
    }
    const copies = await Copies.open(company, folder)
    if (!copies) throw new Error(`${folder}: the copies that were just made are gone`)
    const follower = new Follower(deps, copies)
    await follower.catchUp()
    return follower
  }
  throw new NoSnapshot(`${company} cannot be rebuilt from its log: ${faults.join('; ') || 'it has no snapshot'}`)
}

/** Checks the whole log. */
async function readChain({ company, log, sealing }: FollowerDeps) {
  const links = new Map<number, Link>()
  const candidates: Candidate[] = []
  let last: Link | undefined
  for await (const message of log.read(company, 0)) {
    last = last ? follow(company, last, message) : anchor(company, message)
    if (isComplete(last)) links.set(last.seq, last)
    if (last.kind !== 'snapshot') continue
    try {
      const candidate = { link: last, body: readSnapshot(sealing.open(last, message.body)) }
      if (!candidate.body.contains) candidates.length = 0 // the chain goes on from this one
      candidates.push(candidate)
    } catch (error) {
      if (error instanceof BadRecord) throw new BrokenChain(company, last.seq, error.message)
      throw error
    }
  }
  return { links, candidates }
}

/** Where the copies stand once they have the snapshot. */
function startOf({ link, body }: Candidate, links: ReadonlyMap<number, Link>): Link | undefined {
  if (!body.contains) return link
  const found = links.get(body.contains.seq)
  return found?.hash === body.contains.hash ? found : undefined
}

/** The folder counts as a follower's only when its files are complete. */
async function download(deps: FollowerDeps, { body }: Candidate, link: Link): Promise<void> {
  const { company, folder, log, sealing } = deps
  const states = body.files.map(stateOf)
  for (const file of body.files) await downloadFile(log.objects, sealing, file, join(folder, `${file.name}.new`))
  await putAside(
    folder,
    states.map(({ name }) => name),
  )
  for (const { name } of body.files) renameSync(join(folder, `${name}.new`), join(folder, name))
  await flushFolder(folder)
  const state: CopyState = { link, files: [...states] }
  const copies = await Copies.create(company, folder, state)
  copies.close()
}
