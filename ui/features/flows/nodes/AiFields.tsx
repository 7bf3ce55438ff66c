import { useText } from '../../../shared/i18n/useText'
import { Toggle } from '../../../shared/kit/Toggle'
import { asVariable, Line, Words } from '../fields'
import type { FieldsProps } from './FieldsProps'

export function AiFields({ node, names, change }: FieldsProps<'ai'>) {
  const t = useText()
  return (
    <>
      <Words
        label={t('flows.pane.prompt')}
        value={node.prompt}
        names={names}
        onChange={(prompt) => change({ ...node, prompt }, 'prompt')}
      />
      <Words
        label={t('flows.pane.aiQuestion')}
        value={node.question}
        names={names}
        onChange={(question) => change({ ...node, question }, 'question')}
      />
      <label className="flex items-center gap-2 text-sm" htmlFor="flow-reads-talk">
        <Toggle
          id="flow-reads-talk"
          checked={node.readsTalk}
          onChange={(readsTalk) => change({ ...node, readsTalk }, 'reads')}
        />
        {t('flows.pane.readsTalk')}
      </label>
      <Line
        label={t('flows.pane.keepsIn')}
        hint={t('flows.pane.aiHint')}
        value={node.var}
        max={40}
        onChange={(typed) => change({ ...node, var: asVariable(typed) }, 'var')}
      />
      <Line
        label={t('flows.pane.example')}
        hint={t('flows.pane.aiExampleHint')}
        value={node.example}
        max={1500}
        onChange={(example) => change({ ...node, example }, 'example')}
      />
    </>
  )
}
