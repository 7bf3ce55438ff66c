import { on } from '../../platform/extensions'
import type { Module } from '../../platform/module'
import { settingChanged } from '../../settings/actions'
import { settingUpdated } from '../../settings/contract'
import { settingTests } from '../../settings/operator/setting-test'
import { writeSetting } from '../../settings/settings'
import { samples } from '../../tenancy/lifecycle'
import { deleteWithUser } from './actions'
import { answerer } from './answerer'
import { aiTest } from './connection-test'
import { aiChanged } from './contract'
import { aiErrors } from './errors'
import { aiRoutes } from './routes'
import { addSampleAiChats } from './sample'

/** Changing the address deletes the key: otherwise an admin could send it to their own server and read it there. */
const forgetKey = on(settingChanged, 'inTransaction', (cx, { key }) => {
  if (key !== 'aiUrl') return
  writeSetting(cx.db, 'aiKey', '')
  cx.emit(settingUpdated({ setting: { key: 'aiKey', value: '' } }), ({ profile }) => profile === 'admin')
})

/** Only admins see address and key; all users may know whether a service is set. */
const notifyEverybody = on(settingChanged, 'inTransaction', (cx, { key }) => {
  if (key === 'aiUrl' || key === 'aiKey' || key === 'aiModel') cx.emit(aiChanged({}), () => true)
})

export const ai = {
  name: 'ai',
  routes: aiRoutes,
  services: [answerer],
  errors: aiErrors,
  subscribers: [forgetKey, notifyEverybody, deleteWithUser],
  fills: [samples.filledWith(addSampleAiChats), settingTests.filledWith(aiTest)],
} satisfies Module
