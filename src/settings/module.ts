import { operatorActs } from '../audit/visibility'
import { defineCompanyJob } from '../platform/jobs'
import type { Module, Services } from '../platform/module'
import { MINUTE } from '../platform/time'
import { refuseAccount, renewAccount } from './mail-sign-in/control-writes'
import { movesSettings } from './move-in'
import { settingRoutes } from './routes'
import { settingServices } from './services'
import { sealPlain, UNSEALED } from './settings'

/** After an upgrade, and after the restore of an old backup. */
const seal = defineCompanyJob<Services>({
  name: 'settings.seal',
  every: MINUTE,
  due: UNSEALED,
  isHeld: (server) => server.diskSpace.isFull(),
  run: (cx, { encryptionFor }) => sealPlain(cx, encryptionFor('settings')),
})

export const settings = {
  name: 'settings',
  routes: settingRoutes,
  services: settingServices,
  jobs: [seal],
  controlWrites: [renewAccount, refuseAccount],
  fills: [operatorActs.filledWith({ kind: 'operatorSetting' }), movesSettings],
} satisfies Module
