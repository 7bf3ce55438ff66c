import { useAtom } from 'jotai/react'
import { useState } from 'react'
import * as v from 'valibot'
import { TestSend } from '../../../../src/features/campaigns/contract'
import { FormDialog } from '../../../shared/form/FormDialog'
import { FormField } from '../../../shared/form/FormField'
import { SelectField } from '../../../shared/form/SelectField'
import { useForm } from '../../../shared/form/useForm'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { storedOfPerson } from '../../../shared/session/ofPerson'
import { sendTest } from '../api'
import { type DraftValues, textNames } from '../spec'
import type { Draft } from './useDraft'

/** The number of the last test: one's own, as a rule. */
const testNumberAtom = storedOfPerson('campaign.testNumber', '', (value) => typeof value === 'string')

const FormSchema = v.object({ number: TestSend.entries.number, text: v.number() })

type Props = { draft: Draft; id: number; values: DraftValues; onClose(): void }

/** Sends one of the texts to one number, as it is now. */
export function TestDialog({ draft, id, values, onClose }: Props) {
  const t = useText()
  const [number, remember] = useAtom(testNumberAtom)
  const [filled] = useState(() =>
    textNames('message').flatMap((name, at) => (values[name].trim() === '' ? [] : [at + 1])),
  )
  const form = useForm(FormSchema, { number, text: filled[0] ?? 1 })
  async function send(wanted: v.InferOutput<typeof FormSchema>) {
    await draft.save()
    await sendTest(id, wanted)
    remember(wanted.number)
    toast.success(t('campaigns.test.sent'))
    onClose()
  }
  return (
    <FormDialog
      form={form}
      title={t('campaigns.test.title')}
      action={t('campaigns.test.now')}
      onSave={send}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="number"
        label={t('campaigns.test.number')}
        hint={t('campaigns.test.hint')}
        inputMode="tel"
        autoComplete="tel"
        placeholder="+55 21 98104-5526"
      />
      {filled.length > 1 && (
        <SelectField
          form={form}
          name="text"
          label={t('campaigns.test.text')}
          options={filled.map((value) => ({ value, label: t('campaigns.editor.text', { number: value }) }))}
        />
      )}
    </FormDialog>
  )
}
