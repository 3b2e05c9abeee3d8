declare const htm: { bind(h: unknown): (strings: TemplateStringsArray, ...values: any[]) => any };
export default htm;
