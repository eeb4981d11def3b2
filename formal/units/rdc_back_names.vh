// Names that rdc.vh needs of a bank of the remote data cache that writes back. Put between rdc_plain.vh and rdc_env.vh.
`define RDC_BACK
