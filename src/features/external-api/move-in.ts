/** Tokens of another product's company. Those of connections come with them. */
import type { Move, Mover } from '../../moving-in/mover'
import type { SourceRows } from '../../moving-in/source'
import { tokenHash } from '../../platform/secret'
import { getValue } from '../../platform/sql'
import { isKeptToken, keepApiToken } from '../../users/api-tokens'

const KEY = 'userApiToken'
const NAME = 'API'
const ACCESSES = 'apiAccesses'

export const apiTokenMover: Mover = {
  name: 'external-api',
  async move(move) {
    const { source, company, inSlices } = move
    const settings = [...source.rows('settings', company.id)].filter(({ key }) => key === KEY)
    await inSlices('external-api', settings, (slice) => {
      for (const row of slice) moveSetting(move, row)
    })
    await inSlices('external-api.accesses', source.rows(ACCESSES, company.id), (slice) => {
      for (const row of slice) moveAccess(move, row)
    })
  },
}

function moveSetting({ cx, ids, report }: Move, { key, value }: SourceRows['settings']) {
  const token = value.trim()
  if (ids.has('settings', key)) report.merged('settings', 'alreadyHere')
  else if (!isKeptToken(token)) report.skipped('settings', token === '' ? 'empty' : 'weakToken', key)
  else {
    keepApiToken(cx, { connectionId: null, name: NAME, token })
    ids.add('settings', key, 1)
    report.imported('settings')
  }
}

/** Several may have one token, and each has an address of its own. */
function moveAccess({ cx, ids, report }: Move, row: SourceRows['apiAccesses']) {
  const name = row.name?.trim() || NAME
  const token = row.token?.trim() ?? ''
  if (ids.has(ACCESSES, row.id)) return report.merged(ACCESSES, 'alreadyHere')
  const connectionId = ids.find('connections', row.connectionId)
  if (connectionId === undefined) return report.skipped(ACCESSES, 'noConnection', name)
  if (!row.active || token === '') return report.skipped(ACCESSES, 'empty', name)
  if (!isKeptToken(token)) return report.skipped(ACCESSES, 'weakToken', name)
  keepApiToken(cx, { connectionId, name, token })
  const tokenId = getValue<number>(cx.db, 'SELECT id FROM api_tokens WHERE hash = ?', tokenHash(token))
  if (tokenId === undefined) return report.skipped(ACCESSES, 'empty', name)
  ids.add(ACCESSES, row.id, tokenId)
  report.imported(ACCESSES)
  if (row.reports) report.noted(ACCESSES, 'otherApi', name)
}
