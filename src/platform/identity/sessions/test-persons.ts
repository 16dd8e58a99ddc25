import type { SignedIn } from './provider.js'

const person = (subject: string, name: string, role: SignedIn['roles'][number]): SignedIn => ({
  person: `development ${subject}`,
  name,
  roles: [role],
})

/** The persons who can sign in without an identity provider, in development alone: one for each role that a person may have. */
export const testPersons: readonly SignedIn[] = [
  person('back-office', 'Brigitte Test', 'BACK_OFFICE'),
  person('approver', 'Albert Test', 'APPROVER'),
  person('analyst', 'Nadine Test', 'ANALYST'),
  person('auditor', 'Aurélie Test', 'AUDITOR'),
  person('admin', 'Adèle Test', 'ADMIN'),
  person('tester', 'Thomas Test', 'TESTER'),
]
