import { can } from '../access/permissions'
import { manageCampaigns } from './contract'

/** Who hears of campaigns' settings, connections and opt-outs. */
export const mayManage = (listener: Parameters<typeof can>[0]): boolean => can(listener, manageCampaigns)
