import { useQueryClient } from '@tanstack/react-query'
import {
  type ConnectionSummary,
  connectionDeleted,
  connectionUpdated,
  sessionUpdated,
} from '../../../src/channels/connections/contract'
import { queueDeleted } from '../../../src/queues/contract'
import { applyNews, refreshLists } from '../../shared/live/live-query'
import { useEvent } from '../../shared/live/useEvent'
import { connectionQuery, connectionsQuery } from './api'
import { withConnection, withoutConnection, withoutQueueId } from './apply'

/** Applies connection events on every page, because the alert in the top bar needs them too. */
export function useConnectionEvents() {
  const queries = useQueryClient()
  const change = (news: (list: ConnectionSummary[]) => ConnectionSummary[]) =>
    applyNews(queries, connectionsQuery.queryKey, news)
  const changed = (connection: ConnectionSummary) => {
    const before = queries.getQueryData(connectionsQuery.queryKey)?.find(({ id }) => id === connection.id)
    change((list) => withConnection(list, connection))
    queries.setQueryData(connectionQuery(connection.id).queryKey, connection)
    // Nothing can be done any more to what went over its former number.
    if (before?.number && before.number !== connection.number)
      void refreshLists(queries, ({ queryKey }) => queryKey[0] === 'messages')
  }
  useEvent(connectionUpdated, ({ whatsapp }) => changed(whatsapp))
  useEvent(sessionUpdated, ({ session }) => changed(session))
  useEvent(connectionDeleted, ({ whatsappId }) => change((list) => withoutConnection(list, whatsappId)))
  useEvent(queueDeleted, ({ queueId }) => change((list) => withoutQueueId(list, queueId)))
}
