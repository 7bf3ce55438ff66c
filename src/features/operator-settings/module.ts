import type { Module } from '../../platform/module'
import { operatorSettingErrors } from '../../settings/operator/errors'
import { settingTests } from '../../settings/operator/setting-test'
import { mailTest } from './mail-test'
import { metaTest } from './meta-test'
import { operatorSettingRoutes } from './routes'

export const operatorSettings = {
  name: 'operator-settings',
  routes: operatorSettingRoutes,
  errors: operatorSettingErrors,
  fills: [settingTests.filledWith(mailTest, metaTest)],
} satisfies Module
