/** What a company's plan allows of its channels. Creating, linking, restarting and sending ask here. */
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { hasFeature } from '../tenancy/contract'
import { capabilitiesOf } from './capabilities'
import type { ChannelKind } from './contract'

type Company = Pick<Cx, 'tenant'>

export const isInPlan = ({ tenant }: Company, channel: ChannelKind): boolean =>
  hasFeature(tenant.features, capabilitiesOf(channel).plan)

/** Fails with ERR_PLAN_FEATURE. */
export function requireInPlan(cx: Company, channel: ChannelKind): void {
  if (!isInPlan(cx, channel)) fail('ERR_PLAN_FEATURE', { feature: capabilitiesOf(channel).plan })
}
