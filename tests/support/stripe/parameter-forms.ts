/** What a parameter may be on the wire, as `parameters.json` has it from the SDK's types. */
export type ParameterForm =
  | 'text'
  | 'integer'
  | 'null'
  | { is: string }
  | { anyOf: ParameterForm[] }
  | { listOf: ParameterForm }
  | { fields: Record<string, ParameterForm>; needed?: string[]; others?: ParameterForm };
