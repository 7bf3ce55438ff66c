import type { Module } from '../../platform/module'
import { operatorSettingErrors } from '../../settings/operator/errors'
import { settingTrials } from '../../settings/operator/setting-test'
import { mailTrial } from './mail-test'
import { operatorSettingRoutes } from './routes'

export const operatorSettings = {
  name: 'operator-settings',
  routes: operatorSettingRoutes,
  errors: operatorSettingErrors,
  fills: [settingTrials.filledWith(mailTrial)],
} satisfies Module
