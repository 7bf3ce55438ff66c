/**
 * Trials of operator settings: a mail to the person who asks, a charge, the registration of a webhook. The modules that use
 * the settings bring them (`fills`).
 */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { defineExtensionPoint } from '../../platform/extensions'
import type { RouteServices } from '../../platform/module'
import type { Trial, TrialName } from './contract'

export type SettingTest = {
  readonly name: TrialName
  /** Reports a refusal as an outcome. `left` aborts when the person leaves; `origin` is where they have opened the page. */
  run(services: RouteServices, cx: Cx, actor: Actor, left: AbortSignal, origin: string): Promise<Trial>
}
export const settingTests = defineExtensionPoint<SettingTest>('operator.settingTrials')
