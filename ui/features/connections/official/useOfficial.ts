import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CheckName, Finding } from '../../../../src/channels/meta/cloud/contract'
import { checkOfficial } from './api'
import { fieldOf } from './checks'
import { localFault, NO_VALUES, type OfficialField, type OfficialValues, officialFields } from './values'

export type Official = ReturnType<typeof useOfficial>

/** The values as they are typed, and the latest check. A check of older values says nothing about newer ones. */
export function useOfficial() {
  const [values, setValues] = useState<OfficialValues>(NO_VALUES)
  const [left, setLeft] = useState<ReadonlySet<OfficialField>>(new Set())
  const [checked, setChecked] = useState<{ values: OfficialValues; findings: readonly Finding[]; at: number } | null>(
    null,
  )
  const check = useMutation({
    mutationFn: checkOfficial,
    onSuccess: ({ findings }, values) => setChecked({ values, findings, at: Date.now() }),
  })

  const faultOf = (field: OfficialField) => (left.has(field) ? localFault(field, values) : null)
  const isCurrent = (name: CheckName) => checked !== null && checked.values[fieldOf[name]] === values[fieldOf[name]]
  const findings = (checked?.findings ?? []).filter(({ check }) => isCurrent(check))
  const isComplete = officialFields.every((one) => values[one] !== '' && localFault(one, values) === null)
  const isTyped = officialFields.some((field) => values[field] !== '')
  const isWholeCurrent = checked !== null && officialFields.every((field) => checked.values[field] === values[field])

  return {
    values,
    setValue: (field: OfficialField, value: string) => setValues((now) => ({ ...now, [field]: value.trim() })),
    /** Leaving a field checks what changed since, once there is something in each of them. */
    leave(field: OfficialField) {
      setLeft((now) => new Set([...now, field]))
      if (isComplete && !isWholeCurrent) check.mutate(values)
    },
    checkNow() {
      setLeft(new Set(officialFields))
      if (isComplete) check.mutate(values)
    },
    isComplete,
    faultOf,
    /** Meta refused this value. */
    refusalOf: (field: OfficialField) => findings.find((one) => one.state === 'bad' && fieldOf[one.check] === field),
    findings,
    checkedAt: checked?.at ?? null,
    isChecking: check.isPending,
    failure: check.error,
    isTyped,
    isWholeCurrent,
  }
}
