import type { Hub } from '../platform/hub'
import { SERVED_AGAIN } from '../platform/wire'

/** The company's pages connect again, and fetch everything. */
export function reconnectSockets({ hub }: { readonly hub: Hub }, company: string): void {
  for (const socket of hub.all()) if (socket.actor.tenantUuid === company) socket.close(SERVED_AGAIN, 'connect again')
}
