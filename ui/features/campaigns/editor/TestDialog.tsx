import { useAtom } from 'jotai/react'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { type TestOutcome, TestSend } from '../../../../src/features/campaigns/contract'
import { FormDialog } from '../../../shared/form/FormDialog'
import { SelectField } from '../../../shared/form/SelectField'
import { useForm } from '../../../shared/form/useForm'
import { formatPhone } from '../../../shared/i18n/phone'
import { useText } from '../../../shared/i18n/useText'
import { Note } from '../../../shared/kit/Note'
import { toast } from '../../../shared/kit/toast'
import { storedOfPerson } from '../../../shared/session/ofPerson'
import { NumberField } from '../../contacts/NumberField'
import { fetchTest, sendTest } from '../api'
import { reasonWords, useWaitWords } from '../CampaignState'
import { type DraftValues, textNames } from '../spec'
import type { Draft } from './useDraft'

/** Number of the last test: usually the user's own. */
const testNumberAtom = storedOfPerson('campaign.testNumber', '', (value) => typeof value === 'string')

const FormSchema = v.object({ number: TestSend.entries.number, text: v.number() })

type Props = { draft: Draft; id: number; values: DraftValues; onClose(): void }

const LOOKS = 12
const LOOK_EVERY = 1000

/** Delivered, failed, or the status after some seconds. Null once the dialog is closed. */
async function outcomeOf(id: number, messageId: number, isClosed: () => boolean): Promise<TestOutcome | null> {
  for (let look = 1; ; look++) {
    const outcome = await fetchTest(id, messageId)
    if (isClosed()) return null
    if (outcome.state === 'delivered' || outcome.state === 'failed' || look === LOOKS) return outcome
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
  }
}

/** Sends one of the texts to one number, as it is now, and reports the delivery. */
export function TestDialog({ draft, id, values, onClose }: Props) {
  const t = useText()
  const waits = useWaitWords()
  const [number, remember] = useAtom(testNumberAtom)
  const [filled] = useState(() =>
    textNames('message').flatMap((name, at) => (values[name].trim() === '' ? [] : [at + 1])),
  )
  const form = useForm(FormSchema, { number, text: filled[0] ?? 1 })
  const [problem, setProblem] = useState<string | null>(null)
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])
  async function send(wanted: v.InferOutput<typeof FormSchema>) {
    setProblem(null)
    await draft.save()
    const { number: phone, messageId, wait } = await sendTest(id, wanted)
    if (messageId === null) return setProblem(t('campaigns.test.failed', { why: wait ? waits(wait) : '' }))
    remember(formatPhone(phone))
    const outcome = await outcomeOf(id, messageId, () => isClosed.current)
    if (!outcome) return // `onClose` would close another dialog
    const { state, failure } = outcome
    if (state === 'failed') return setProblem(t('campaigns.test.failed', { why: reasonWords(t, failure ?? '') }))
    if (state === 'delivered') toast.success(t('campaigns.test.delivered'))
    else toast.warning(t(`campaigns.test.${state}`))
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
      <NumberField
        form={form}
        name="number"
        label={t('campaigns.test.number')}
        hint={t('campaigns.test.hint')}
        autoFocus
      />
      {filled.length > 1 && (
        <SelectField
          form={form}
          name="text"
          label={t('campaigns.test.text')}
          options={filled.map((value) => ({ value, label: t('campaigns.editor.text', { number: value }) }))}
        />
      )}
      {problem !== null && (
        <Note tone="error" icon={<TriangleAlert />}>
          {problem}
        </Note>
      )}
    </FormDialog>
  )
}
