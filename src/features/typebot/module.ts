import type { Cx } from '../../platform/cx'
import { on } from '../../platform/extensions'
import type { Module } from '../../platform/module'
import { beforeQueueSave } from '../../queues/events'
import { settingChanged } from '../../settings/actions'
import { type Setting, settingUpdated } from '../../settings/contract'
import { writeSetting } from '../../settings/settings'
import { samples } from '../../tenancy/lifecycle'
import { integrationRunners, queueIntegrations } from '../integrations/runner'
import { typebotErrors } from './errors'
import { lookUpPublicId, typebotOfQueue } from './queues'
import { typebotRoutes } from './routes'
import { typebotRunner } from './runner'
import { addSampleTypebot } from './sample'

/** The token is for the builder that it was entered for: whoever changes the address enters it again. */
function forgetToken(cx: Cx, { key }: Setting) {
  if (key !== 'urlTypebotBuilder') return
  writeSetting(cx.db, 'tokenTypebot', '')
  cx.emit(settingUpdated({ setting: { key: 'tokenTypebot', value: '' } }), ({ profile }) => profile === 'admin')
}

export const typebot = {
  name: 'typebot',
  plan: 'useIntegrations',
  routes: typebotRoutes,
  errors: typebotErrors,
  subscribers: [on(settingChanged, 'inTransaction', forgetToken)],
  fills: [
    integrationRunners.filledWith(typebotRunner),
    queueIntegrations.filledWith(typebotOfQueue),
    beforeQueueSave.filledWith(lookUpPublicId),
    samples.filledWith(addSampleTypebot),
  ],
} satisfies Module
