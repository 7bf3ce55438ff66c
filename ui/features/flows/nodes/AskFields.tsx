import { answerKinds } from '../../../../src/features/flows/format/contract'
import { useText } from '../../../shared/i18n/useText'
import { asVariable, Choice, Line, Words } from '../fields'
import type { FieldsProps } from './FieldsProps'
import { RetryFields } from './RetryFields'

export function AskFields({ node, names, change }: FieldsProps<'ask'>) {
  const t = useText()
  const kindsOfAnswer = answerKinds.map((id) => ({ id, label: t(`flows.answer.${id}`) }))
  return (
    <>
      <Words
        label={t('flows.pane.question')}
        value={node.text}
        names={names}
        onChange={(text) => change({ ...node, text }, 'text')}
      />
      <Line
        label={t('flows.pane.keepsIn')}
        hint={t('flows.pane.keepsInHint')}
        value={node.var}
        max={40}
        onChange={(typed) => change({ ...node, var: asVariable(typed) }, 'var')}
      />
      <Choice
        label={t('flows.pane.accepts')}
        value={node.as}
        options={kindsOfAnswer}
        onChange={(as) => change({ ...node, as }, 'as')}
      />
      <RetryFields node={node} names={names} change={change} />
    </>
  )
}
