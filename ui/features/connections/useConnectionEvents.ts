import { useQueryClient } from '@tanstack/react-query'
import {
  type ConnectionSummary,
  connectionDeleted,
  connectionUpdated,
  sessionUpdated,
} from '../../../src/channels/connections/contract'
import { queueDeleted } from '../../../src/queues/contract'
import { useEvent } from '../../shared/live/useEvent'
import { connectionQuery, connectionsQuery } from './api'
import { withConnection, withoutConnection, withoutQueueId } from './apply'

/** Applies connection events on every page, because the alert in the top bar needs them too. */
export function useConnectionEvents() {
  const queries = useQueryClient()
  const changed = (connection: ConnectionSummary) => {
    queries.setQueryData(connectionsQuery.queryKey, (list) => list && withConnection(list, connection))
    queries.setQueryData(connectionQuery(connection.id).queryKey, connection)
  }
  useEvent(connectionUpdated, ({ whatsapp }) => changed(whatsapp))
  useEvent(sessionUpdated, ({ session }) => changed(session))
  useEvent(connectionDeleted, ({ whatsappId }) => {
    queries.setQueryData(connectionsQuery.queryKey, (list) => list && withoutConnection(list, whatsappId))
  })
  useEvent(queueDeleted, ({ queueId }) => {
    queries.setQueryData(connectionsQuery.queryKey, (list) => list && withoutQueueId(list, queueId))
  })
}
