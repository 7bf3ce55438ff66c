/** Changes the operator's settings, from the screen or the command line. */
import { changesBetween, type Doer, recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import {
  type ChangeOperatorSettings,
  type OperatorKey,
  type OperatorSetting,
  type OperatorValue,
  operatorKeys,
  operatorSettings,
  togetherWith,
  variableOf,
} from './contract'
import { operatorSettingErrors } from './errors'
import { isAllowed, type OperatorSettings } from './settings'

type Changes = Map<OperatorKey, OperatorValue<OperatorKey> | null>

/** Returns what has changed. `cx` is the operator's company, whose audit log tells it. */
export function changeOperatorSettings(
  cx: Cx,
  doer: Doer,
  settings: OperatorSettings,
  input: ChangeOperatorSettings,
): OperatorSetting[] {
  const changes: Changes = new Map(
    operatorKeys.flatMap((key) => {
      const value = input[key]
      return value === undefined ? [] : [[key, value]]
    }),
  )
  requireChangeable(settings, changes)
  forgetSecrets(settings, changes)
  const before = settings.list()
  settings.store(cx.now(), changes)
  const after = settings.list().filter(({ key }) => changes.has(key))
  record(cx, doer, before, after)
  return after
}

function requireChangeable(settings: OperatorSettings, changes: Changes) {
  const fixed = [...changes.keys()].filter(settings.isFixed)
  if (fixed.length > 0) fail(operatorSettingErrors.ERR_SETTING_BY_ENVIRONMENT, { variables: fixed.map(variableOf) })
  const wrong = [...changes].filter(([key, value]) => value !== null && !isAllowed(key, value))
  if (wrong.length > 0)
    fail(
      'ERR_INVALID_INPUT',
      wrong.map(([field]) => ({ field, message: 'form.invalid' })),
    )
}

/** A key that was entered for one address must not be sent to another. */
function forgetSecrets(settings: OperatorSettings, changes: Changes) {
  for (const [address, ...others] of togetherWith) {
    if (address === undefined || !changes.has(address) || changes.get(address) === settings.read(address)) continue
    for (const key of others) if (operatorSettings[key].isSecret && !changes.has(key)) changes.set(key, null)
  }
}

function record(cx: Cx, doer: Doer, before: readonly OperatorSetting[], after: readonly OperatorSetting[]) {
  const valueBefore = (key: OperatorKey) => before.find((one) => one.key === key)?.value
  cx.transaction((cx) => {
    for (const { key, value } of after) {
      const { isSecret } = operatorSettings[key]
      const changes = changesBetween({ [key]: valueBefore(key) }, { [key]: value }, isSecret ? [key] : [])
      // A secret counts as changed even if equal: nobody can see that it was entered again.
      const isRenewed = isSecret && value !== '' && changes.length === 0
      const subject = { id: null, name: key }
      recordAct(cx, doer, { kind: 'operatorSetting', act: isRenewed ? 'renew' : 'update', subject, changes })
    }
  })
}
