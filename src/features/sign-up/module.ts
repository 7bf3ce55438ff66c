import type { Module } from '../../platform/module'
import { signUpErrors } from './errors'
import { signUpRoutes } from './routes'

export const signUp = { name: 'sign-up', routes: signUpRoutes, errors: signUpErrors } satisfies Module
