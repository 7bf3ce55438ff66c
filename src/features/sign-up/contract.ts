/** Sign-up schemas shared with the browser. */
import * as v from 'valibot'
import { Email, Id, Name, PhoneNumber, StrongPassword } from '../../platform/formats'
import { CompanyPlan } from '../../tenancy/contract'

/** A trial company and its first administrator. */
export const SignUp = v.object({
  companyName: Name,
  name: Name,
  email: Email,
  phone: PhoneNumber,
  password: StrongPassword,
  /** A public plan, which the company pays for after the trial. */
  planId: v.optional(v.nullable(Id)),
})
export type SignUp = v.InferOutput<typeof SignUp>

/** What a visitor may sign up for: the plans of `GET /plans/list`, none while sign-up is off. */
export const SignUpOffer = v.object({ trialDays: v.number(), plans: v.array(CompanyPlan) })
export type SignUpOffer = v.InferOutput<typeof SignUpOffer>
