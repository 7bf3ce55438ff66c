import type { Module } from '../../platform/module'
import { mailTemplates } from '../../settings/mail-templates/templates'
import { signUpErrors } from './errors'
import { signUpTemplate } from './mail'
import { signUpRoutes } from './routes'

export const signUp = {
  name: 'sign-up',
  routes: signUpRoutes,
  errors: signUpErrors,
  fills: [mailTemplates.filledWith(signUpTemplate)],
} satisfies Module
