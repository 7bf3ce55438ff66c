/** In the sample company, the connection offers its queues, so the bot answers a first message. */
import { changeConnection } from '../../channels/connections/actions'
import { findDefaultConnection } from '../../channels/connections/queries'
import type { Cx } from '../../platform/cx'
import { listQueues } from '../../queues/queries'

export function addSpeakingBot(cx: Cx) {
  const connection = findDefaultConnection(cx.db)
  if (!connection) return
  changeConnection(cx, connection.id, {
    queueIds: listQueues(cx.db).map(({ id }) => id),
    greetingMessage: '{{ms}}, {{firstName}}! Aqui é a Casa Aurora Móveis. Com quem você quer falar?',
    outOfHoursMessage: '{{ms}}, {{firstName}}! Agora estamos fechados e respondemos {{nextOpening}}.',
    enableQueueChatbot: true,
  })
}
