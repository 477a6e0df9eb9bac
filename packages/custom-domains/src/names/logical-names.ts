// The logical names of a host's resources. Changing one replaces that resource in every deployed stack.

/** Each has the whole host name with its dots: `a.bc.com` and `ab.c.com` can never share a URN. */
export interface HostNames {
  readonly component: string;
  readonly certificate: string;
  /** The certificate of a moved host, while the attachment that it left keeps the first one; see `attachmentSlots`. */
  readonly secondCertificate: string;
  readonly validationRecord: string;
  readonly validated: string;
  /** The gateway's domain name, or the distribution. */
  readonly attachment: string;
  /** API mapping of a gateway's domain name. */
  readonly mapping: string;
  /** The viewer function of a redirect's distribution. */
  readonly redirectFunction: string;
  /** CNAME, also a flattened one. */
  readonly routingRecord: string;
  /** The pair of ALIAS records at a Route 53 apex. */
  readonly routingRecordA: string;
  readonly routingRecordAaaa: string;
  /** The HTTPS record of an apex: beside a CNAME no other record can be. */
  readonly httpsRecord: string;
}

export function hostNames(host: string): HostNames {
  return {
    component: host,
    certificate: `${host}-certificate`,
    secondCertificate: `${host}-certificate-2`,
    validationRecord: `${host}-validation`,
    validated: `${host}-validated`,
    attachment: `${host}-attachment`,
    mapping: `${host}-mapping`,
    redirectFunction: `${host}-redirect`,
    routingRecord: `${host}-route`,
    routingRecordA: `${host}-route-a`,
    routingRecordAaaa: `${host}-route-aaaa`,
    httpsRecord: `${host}-route-https`,
  };
}
