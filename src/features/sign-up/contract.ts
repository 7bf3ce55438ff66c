/** Sign-up schemas shared with the browser. */
import * as v from 'valibot'
import { TypedNumber } from '../../contacts/contract'
import { Email, Id, Name, Password } from '../../platform/formats'
import { CompanyPlan } from '../../tenancy/contract'
import { MailCode } from '../password-reset/contract'

/** A trial company and its first administrator. */
export const SignUp = v.object({
  companyName: Name,
  name: Name,
  email: Email,
  phone: TypedNumber,
  password: Password,
  /** A public plan, which the company pays for after the trial. */
  planId: v.optional(v.nullable(Id)),
  /** From the e-mail, where the installation has a mail server: without it, the answer is 202 and a mail with it. */
  code: v.optional(v.nullable(MailCode)),
})
export type SignUp = v.InferOutput<typeof SignUp>

/** What a visitor may sign up for: the plans of `GET /plans/list`, none while sign-up is off. */
export const SignUpOffer = v.object({
  trialDays: v.number(),
  plans: v.array(CompanyPlan),
  /** As many companies as one hour allows have signed up: the next ones have to wait. */
  isFull: v.boolean(),
})
export type SignUpOffer = v.InferOutput<typeof SignUpOffer>
