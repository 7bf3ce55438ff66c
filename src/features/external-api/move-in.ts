/** The token of another product's company. Those of connections come with them. */
import type { Mover } from '../../moving-in/mover'
import { isKeptToken, keepApiToken } from '../../users/api-tokens'

const KEY = 'userApiToken'
const NAME = 'API'

export const apiTokenMover: Mover = {
  name: 'external-api',
  move({ cx, source, company, ids, report, inSlices }) {
    const rows = [...source.rows('settings', company.id)].filter(({ key }) => key === KEY)
    return inSlices('external-api', rows, (slice) => {
      for (const { key, value } of slice) {
        const token = value.trim()
        if (ids.has('settings', key)) report.merged('settings', 'alreadyHere')
        else if (!isKeptToken(token)) report.skipped('settings', token === '' ? 'empty' : 'weakToken', key)
        else {
          keepApiToken(cx, { connectionId: null, name: NAME, token })
          ids.add('settings', key, 1)
          report.imported('settings')
        }
      }
    })
  },
}
