import { useNavigate } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { AUTOMATIC_TEXT_LENGTH, AutomaticText, Email, Name, Password, text } from '../../../src/platform/formats'
import { hasMenu } from '../../../src/tenancy/contract'
import { changesOf } from '../../shared/form/changesOf'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { useForm } from '../../shared/form/useForm'
import { VariablesField } from '../../shared/form/VariablesField'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { takeOwn } from '../../shared/session/session'
import { useUser } from '../../shared/session/useUser'
import { changeUser } from '../directory/api'

/** The number of e-mail in the menu. */
const EMAIL_MENU = 28

const Fields = v.pipe(
  v.object({
    name: Name,
    email: Email,
    farewellMessage: AutomaticText,
    password: v.union([v.literal(''), Password], ({ input }) =>
      typeof input === 'string' && input.length > 50 ? 'form.password.long' : 'form.password.weak',
    ),
    repeated: text(50),
    oldPassword: text(200),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['repeated']],
      ({ password, repeated }) => password === '' || repeated !== '',
      'form.password.repeat',
    ),
    ['repeated'],
  ),
  v.forward(
    v.partialCheck(
      [['password'], ['repeated']],
      ({ password, repeated }) => password === repeated,
      'directory.mismatch',
    ),
    ['repeated'],
  ),
)

/** The user's own name, e-mail, farewell and password; the old password proves that it is the user. */
export function ProfileDialog({ onClose }: { onClose(): void }) {
  const t = useText()
  const { id, name, email, farewellMessage, company } = useUser()
  const [before] = useState({ name, email, farewellMessage, password: '', repeated: '', oldPassword: '' })
  const form = useForm(Fields, before)
  const navigate = useNavigate()
  const isProving = form.watch('password') !== '' || form.watch('email') !== email

  async function save(values: v.InferOutput<typeof Fields>) {
    const { repeated, ...changes } = changesOf(before, values)
    const user = await changeUser(id, changes)
    takeOwn({ name: user.name, email: user.email, farewellMessage: user.farewellMessage })
    toast.success(t(changes.password ? 'shell.profile.passwordSaved' : 'shell.profile.saved'))
    onClose()
  }

  return (
    <FormDialog form={form} title={t('shell.profile.title')} action={t('common.save')} onSave={save} onClose={onClose}>
      <FormField form={form} name="name" label={t('common.field.name')} autoComplete="name" />
      <FormField form={form} name="email" type="email" label={t('common.field.email')} autoComplete="username" />
      <VariablesField
        form={form}
        max={AUTOMATIC_TEXT_LENGTH}
        name="farewellMessage"
        label={t('directory.farewell')}
        hint={t('shell.profile.farewellHint')}
        optional
      />
      {hasMenu(company.plan, EMAIL_MENU) && (
        <Button
          tone="plain"
          className="justify-self-start"
          icon={<PenLine />}
          onClick={() => {
            onClose()
            void navigate({ to: '/Email', search: { signature: true } })
          }}
        >
          {t('shell.profile.signature')}
        </Button>
      )}
      <FormField
        form={form}
        name="password"
        type="password"
        label={t('shell.profile.newPassword')}
        hint={t('shell.profile.newHint')}
        autoComplete="new-password"
        optional
      />
      {form.watch('password') !== '' && (
        <FormField
          form={form}
          name="repeated"
          type="password"
          label={t('shell.profile.repeat')}
          autoComplete="new-password"
        />
      )}
      {isProving && (
        <FormField
          form={form}
          name="oldPassword"
          type="password"
          label={t('shell.profile.old')}
          hint={t('shell.profile.oldHint')}
          autoComplete="current-password"
        />
      )}
    </FormDialog>
  )
}
