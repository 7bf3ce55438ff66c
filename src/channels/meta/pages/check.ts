/** The daily check of a page or an Instagram account: its access, its subscription and its names. */
import type { Cx } from '../../../platform/cx'
import type { Services } from '../../../platform/module'
import { refIn } from '../../sessions/states'
import { receiveAccountNews } from '../accounts'
import { inspectToken, isComplete, operatorsApp } from '../app'
import { judgeFailure } from '../failures'
import { GraphFailed } from '../graph'
import { tinyPicture } from './account-picture'
import { isSubscribed, readAccount, subscribe } from './api'

type Deps = Pick<Services, 'meta' | 'operatorSettings' | 'clock' | 'uploadTargetOf' | 'log'>

/** A page that Meta has unsubscribed, as it does after an hour of failures, is subscribed again. */
export async function checkPage(deps: Deps, cx: Cx, id: number): Promise<void> {
  const { meta } = deps
  const graph = meta.graphOf(cx.tenant.uuid)
  const ref = refIn(cx, id)
  const credentials = meta.storedCredentials(ref)
  const app = operatorsApp(deps)
  if (!credentials || !isComplete(app)) return
  const { account, channel, sender, token } = credentials
  const signed = { token, appSecret: app.secret }
  try {
    const { isValid, endsAt } = await inspectToken(graph, app, token)
    if (!isValid) return meta.trouble(ref, { status: 'DISCONNECTED', reason: 'tokenEnded' })
    if (!(await isSubscribed(graph, signed, sender, app))) await subscribe(graph, signed, sender)
    const isInstagram = channel === 'instagram'
    const { name, username, pictureUrl } = await readAccount(graph, signed, { id: account, isInstagram })
    const picture = await pictureOf(deps, cx, pictureUrl)
    receiveAccountNews(cx, id, {
      ...(name !== '' && { displayName: name }),
      username,
      ...(picture !== undefined && { picture }),
      ...(endsAt !== null && { tokenEndsAt: endsAt }),
      subscribedAt: deps.clock(),
    })
  } catch (error) {
    const verdict = error instanceof GraphFailed ? judgeFailure(error) : undefined
    if (verdict?.is !== 'stopped') throw error
    meta.trouble(ref, verdict.connection)
  }
}

/** Undefined if it could not be fetched: then the former one stays. */
async function pictureOf(
  { meta, uploadTargetOf, log }: Deps,
  { tenant }: Cx,
  url: string,
): Promise<string | null | undefined> {
  try {
    return await tinyPicture(
      meta.graphOf(tenant.uuid),
      url,
      uploadTargetOf({ tenantUuid: tenant.uuid, userId: NOBODY }),
    )
  } catch (error) {
    log.info({ err: error, tenant: tenant.uuid }, 'meta: the picture of an account could not be fetched')
    return undefined
  }
}
const NOBODY = 0
