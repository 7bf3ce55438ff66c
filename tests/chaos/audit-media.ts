/** Files: whole wherever they are shown, and honestly missing only where the weather took them. */

import { clientIdOf } from './actions'
import type { Finding } from './audit'
import { fileFor } from './files'
import { isHandedOverDeleted, type Records, type Row } from './records'

const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

export async function auditMedia(records: Records): Promise<Finding[]> {
  const { script, played, stage, rowById, rowByDeed } = records
  const findings: Finding[] = []
  const add = (what: string, row: Row | undefined) =>
    void findings.push({ rule: 'file', what, id: row?.externalId ?? null, line: null })
  for (const { n, by, action, at, chat } of script.deeds) {
    if (action.do !== 'file') continue
    const row = by === 'attendant' ? rowByDeed.get(clientIdOf(n)) : rowById.get(played.said.get(n) ?? '')
    if (!row || isHandedOverDeleted(records, row)) continue // lost, or never posted: told elsewhere
    const { sha256: wanted, name } = fileFor(stage.size.seed, n, action.kind)
    const { state, file } = JSON.parse(row.media ?? '{}') as { state?: string; file?: string }
    if (by === 'attendant') findings.push(...(await auditPhones(records, row, name)))
    const isRemade = by === 'attendant' && action.kind === 'voice' // its container is another
    const bytes = records.fileOf(row)
    if (state !== 'ready') {
      if (!isExcused(records, at, chat)) add(`${name} is ${state}, and nothing took it`, row)
    } else if (!bytes || sha256(bytes) !== file) add(`${name} is not whole on the disk`, row)
    else if (!isRemade && file !== wanted) add(`${name} is not what was sent`, row)
  }
  return findings
}

/** It was gone before it could be fetched, or announced wrongly. */
function isExcused({ script, stage, played, gustsAt }: Records, at: number, chat: number): boolean {
  const line = stage.cast.lines[stage.cast.chats[chat]?.line ?? 0]?.number ?? ''
  const isGone = script.gusts.some(({ name, at: when }) => name === 'mediaExpired' && when >= at - 2_000)
  return isGone || gustsAt(played.begunAt + at, line, ['wrongHash']).length > 0
}

/** What a phone shows of our file is what we have of it. */
async function auditPhones({ copies, isOurs, stage }: Records, row: Row, name: string): Promise<Finding[]> {
  const kept = (JSON.parse(row.media ?? '{}') as { file?: string }).file
  const findings: Finding[] = []
  for (const { phone, entry } of copies.get(row.externalId ?? '') ?? []) {
    if (isOurs(phone)) continue
    const bytes = entry.media === null ? undefined : await stage.testbed.media(entry.media)
    if (!bytes || sha256(bytes) !== kept)
      findings.push({ rule: 'file', what: `${name} is not whole at ${phone}`, id: row.externalId, line: null })
  }
  return findings
}
