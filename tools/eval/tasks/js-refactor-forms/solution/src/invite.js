import { problemsOfMail } from './checks.js'

export const invite = ({ mail }) => problemsOfMail(mail)
